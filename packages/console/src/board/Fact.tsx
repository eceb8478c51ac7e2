import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../parts/Icon.js';

interface FactProps {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly children?: ReactNode;
}

/** One thing to know on the way, readable while walking. */
export function Fact({ icon, title, children }: FactProps) {
  return (
    <div className="fact">
      <Icon of={icon} size={24} />
      <div>
        <strong>{title}</strong>
        {children && <div className="fact-more">{children}</div>}
      </div>
    </div>
  );
}
