import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Meaning } from '../tokens.js';
import { Icon } from './Icon.js';

interface PillProps {
  readonly meaning: Meaning;
  readonly icon?: TablerIcon;
  readonly children: ReactNode;
}

/** A state as shape, word and colour together: the colour alone says nothing. */
export function Pill({ meaning, icon, children }: PillProps) {
  return (
    <span className="pill" data-meaning={meaning}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  );
}
