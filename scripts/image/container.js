/**
 * Runs an image as a container engine would with a read-only root: namespaces of its own for mounts and processes, the
 * image's user, variables and directory, no capabilities; the network of this machine. Needs root and util-linux.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const buildah = (...args) => execFileSync('buildah', args, { encoding: 'utf8' }).trim();

/** /dev has what every engine provides, and none of the places there where a program could write. */
const enter = `
set -e
root=$1 directory=$2 user=$3 group=$4
shift 4
mount --bind "$root" "$root"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,ro "$root/dev"
mount -t proc proc "$root/proc"
if [ -n "$READ_ONLY" ]; then mount -o remount,bind,ro "$root"; fi
unset READ_ONLY
exec setpriv --no-new-privs unshare --root "$root" --wd "$directory" --setgid "$group" --setuid "$user" -- "$@"
`;

/** The image's files and settings, until `remove` is called. */
export function openImage(name) {
  const container = buildah('from', name);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', name)).Docker;
  const env = Object.fromEntries((config.Env ?? []).map((line) => line.split(/=(.*)/s).slice(0, 2)));
  return { root: buildah('mount', container), config, env, remove: () => buildah('rm', container) };
}

/** Starts the command as process 1 of a container. The root is read-only unless the options say otherwise. */
export function start(image, command, { env = {}, isReadOnly = true } = {}) {
  const { WorkingDir, User } = image.config;
  const args = ['-c', enter, 'sh', image.root, WorkingDir, ...User.split(':'), ...command];
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', ...args], {
    env: { PATH: defaultPath, ...image.env, ...env, READ_ONLY: isReadOnly ? '1' : '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => code);
  return { ended, output: () => output, pid: () => findChild(child.pid), kill: () => child.kill('SIGKILL') };
}

/** Runs the command to its end. Returns what it printed; throws if it fails. */
export async function run(image, command, options) {
  const { ended, output } = start(image, command, options);
  if ((await ended) !== 0) throw new Error(`${command.join(' ')} failed: ${output()}`);
  return output();
}

/** Process 1 of the container, by its number on this machine. */
function findChild(pid) {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  if (!child) throw new Error('the container has not started');
  return Number(child);
}
