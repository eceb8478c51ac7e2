const shapes = {
  ok: 'M2.5 8.5 6.5 12.5 13.5 4',
  open: 'M8 2a6 6 0 1 0 .01 0',
  trouble: 'M8 1.5 15 14.5H1zM8 6v4M8 12.2v.2',
} as const;

/** The shape of a state, beside its word. */
export function StateIcon({ shape }: { readonly shape: keyof typeof shapes }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={shape === 'open' ? '2 3.2' : undefined}
      aria-hidden="true"
      style={{ verticalAlign: '-2px', marginInlineEnd: 6, flexShrink: 0 }}
    >
      <path d={shapes[shape]} />
    </svg>
  );
}
