export function Alarm() {
  return null;
}
