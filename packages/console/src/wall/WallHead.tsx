import { useWordsNow } from '../parts/now.js';
import { hoursWords } from '../parts/times.js';
import { useSiteName } from '../siteName.js';

export function WallHead() {
  const time = useWordsNow((nowMs) => hoursWords(new Date(nowMs)));
  return (
    <header className="wall-head">
      <h1>{useSiteName()}</h1>
      <time className="numbers">{time}</time>
    </header>
  );
}
