import type { TablerIcon } from '@tabler/icons-react';

interface IconProps {
  readonly of: TablerIcon;
  /** px; 16 beside small text, 20 in lists and buttons. */
  readonly size?: number;
}

/** Hidden from screen readers: a word beside it says the same. */
export function Icon({ of: Shape, size = 20 }: IconProps) {
  return <Shape size={size} stroke={2} aria-hidden="true" className="icon" />;
}
