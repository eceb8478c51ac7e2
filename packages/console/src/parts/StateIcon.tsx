import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';

const shapes = { ok: IconCheck, open: IconCircleDashed, trouble: IconAlertTriangle } as const;

/** The shape of a state, beside its word. */
export function StateIcon({ shape }: { readonly shape: keyof typeof shapes }) {
  const Shape = shapes[shape];
  return (
    <Shape
      size={16}
      stroke={2.5}
      aria-hidden="true"
      style={{ verticalAlign: '-2px', marginInlineEnd: 6, flexShrink: 0 }}
    />
  );
}
