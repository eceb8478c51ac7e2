/** The floors of the house (docs/architecture.md): imports only go down. Each rule says why. */
const server = '^packages/server/src';
const tests = '\\.test\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two modules that need each other are one module, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'detection-is-pure',
      comment: 'The detector runs on a server, a phone or a gateway: it imports nothing but itself.',
      severity: 'error',
      from: { path: '^packages/detection/src', pathNot: tests },
      to: { pathNot: '^packages/detection/src' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client runs in browsers: itself, openapi-fetch, and nothing of Node or of the server.',
      severity: 'error',
      from: { path: '^packages/client/src' },
      to: { pathNot: ['^packages/client/src', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'device-stands-alone',
      comment:
        'The device library runs in browsers and on gateways: itself and the client; the detector only in edge mode.',
      severity: 'error',
      from: { path: '^packages/device/src', pathNot: '^packages/device/src/edge/' },
      to: { pathNot: ['^packages/device/src/(?!edge/)', '^(packages|@fallwatch)/client'] },
    },
    {
      name: 'edge-adds-the-detector',
      comment: 'Edge mode is the device library with the detector, and nothing else.',
      severity: 'error',
      from: { path: '^packages/device/src/edge/' },
      to: { pathNot: ['^packages/device/src/', '^(packages|@fallwatch)/(client|detection)'] },
    },
    {
      name: 'simulator-talks-through-client',
      comment:
        'A virtual wearable knows of the service what any client knows. The detector is pure, and tells what a motion is worth. The device library is what real devices use.',
      severity: 'error',
      from: { path: '^packages/simulator/src' },
      to: { path: '^packages/', pathNot: '^packages/(simulator|client|detection|device)/' },
    },
    {
      name: 'console-talks-through-client',
      comment: 'The console knows of the service what any client knows. As a wearable it uses what real devices use.',
      severity: 'error',
      from: { path: '^packages/console/src' },
      to: { path: '^packages/', pathNot: '^packages/(console|client|device)/' },
    },
    {
      name: 'server-takes-passwords-of-client',
      comment: 'One list of common passwords, for the server that refuses and the console that warns; nothing else.',
      severity: 'error',
      from: { path: server, pathNot: tests },
      to: { path: '^packages/client/', pathNot: 'passwords\\.(js|ts|d\\.ts)$' },
    },
    {
      name: 'config-stands-alone',
      comment: 'Configuration is read before anything else exists.',
      severity: 'error',
      from: { path: `${server}/config(\\.ts$|/)` },
      to: { path: '^packages/', pathNot: `${server}/config/` },
    },
    {
      name: 'platform-is-the-ground-floor',
      comment: 'Machinery knows no domain: it may use the configuration and the detector, nothing above it.',
      severity: 'error',
      from: { path: `${server}/platform/`, pathNot: tests },
      to: { path: server, pathNot: [`${server}/platform/`, `${server}/config\\.ts$`] },
    },
    {
      name: 'access-stands-on-platform',
      comment: 'Who may do what is decided below the features, so that no feature can decide it.',
      severity: 'error',
      from: { path: `${server}/access/`, pathNot: tests },
      to: { path: server, pathNot: [`${server}/(access|platform)/`, `${server}/config\\.ts$`] },
    },
    {
      name: 'features-look-down',
      comment: 'A feature never reaches into the process that carries it.',
      severity: 'error',
      from: { path: `${server}/features/`, pathNot: tests },
      to: { path: server, pathNot: [`${server}/(features|access|platform)/`, `${server}/(config|version)\\.ts$`] },
    },
    {
      name: 'features-meet-through-services',
      comment:
        "Another feature's store and worker are its own; only its service, schema and rules are for others. Exceptions: the ports that channels and media implement, and the SQL that describes an escalation, a patient and a call for help in lists.",
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/`, pathNot: tests },
      to: {
        path: `${server}/features/`,
        pathNot: [
          `${server}/features/$1/`,
          '\\.(service|schema|rules)\\.ts$',
          `${server}/features/deliveries/channel\\.ts$`,
          `${server}/features/contacts/medium\\.ts$`,
          `${server}/features/escalation/(escalation|responder)-columns\\.store\\.ts$`,
          `${server}/features/details/details-columns\\.store\\.ts$`,
          `${server}/features/help/help-columns\\.store\\.ts$`,
        ],
      },
    },
    {
      name: 'routes-call-services',
      comment: 'A route never asks the database: HTTP → service → store is the one path.',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'services-know-no-http',
      comment: 'The rules of the service also run from workers and the command line.',
      severity: 'error',
      from: { path: '\\.(service|rules|store)\\.ts$' },
      to: { path: ['node_modules/@?fastify', '\\.routes\\.ts$'] },
    },
    {
      name: 'sql-lives-in-stores',
      comment: 'One place to look for a query. (test/house.test.ts also looks for query calls.)',
      severity: 'error',
      from: { path: `${server}/(features|access)/`, pathNot: ['\\.store\\.ts$', tests] },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'schemas-are-shapes',
      comment: 'A schema imports shapes and nothing that runs.',
      severity: 'error',
      from: { path: '\\.schema\\.ts$' },
      to: {
        path: server,
        pathNot: [
          '\\.schema\\.ts$',
          `${server}/platform/http/(shapes|event-shapes|pagination)\\.ts$`,
          `${server}/platform/db/reading-fields\\.ts$`,
          '\\.rules\\.ts$',
        ],
      },
    },
    {
      name: 'tests-are-not-code',
      comment: 'What runs in production never imports a test.',
      severity: 'error',
      from: { path: 'packages/[^/]+/src', pathNot: tests },
      to: { path: ['/test/', tests] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'] },
    exclude: { path: '^packages/[^/]+/dist/' },
  },
};
