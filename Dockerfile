# `npm run image` builds and tries this image: docs/operations.md, «With containers». The base needs Node.js 24, npm
# and dpkg; no user of its own.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages packages
RUN npm ci --no-audit --no-fund
# The console uses `device` and `client`.
RUN npx tsc -b packages/server packages/client packages/device && npm run build -w @fallwatch/console
COPY scripts/image/sbom.js scripts/image/
# Removes what only the build needs, but leaves a link to `device`, which is not copied. sbom.json lists what is left, and
# the packages of the base.
RUN npm ci --omit=dev --workspace @fallwatch/server --no-audit --no-fund && rm node_modules/@fallwatch/device \
  && node scripts/image/sbom.js --system >sbom.json

FROM ${BASE}
# STOP_DELAY: both proxies in deploy/ send a refused request to the next process, so they need no longer one. With the
# two seconds for open connections a process stops within 4 s.
ENV NODE_ENV=production STOP_DELAY=1s
WORKDIR /app
COPY --from=build /app/package.json /app/sbom.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/client/package.json packages/client/
COPY --from=build /app/packages/client/dist packages/client/dist
COPY --from=build /app/packages/console/dist packages/console/dist
COPY --from=build /app/packages/detection/package.json packages/detection/
COPY --from=build /app/packages/detection/dist packages/detection/dist
COPY --from=build /app/packages/server/package.json packages/server/
COPY --from=build /app/packages/server/migrations packages/server/migrations
COPY --from=build /app/packages/server/dist packages/server/dist
# A number, so that Kubernetes can see that it is not root. It owns nothing in /app, and nothing is written to the disk:
# production needs PostgreSQL.
USER 1000:1000
EXPOSE 3000 9464
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT ?? 9464}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "packages/server/dist/main.js"]
