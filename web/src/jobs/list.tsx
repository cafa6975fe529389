export default function Later(_: { id?: string; token?: string }) {
  return null;
}
