interface FaceProps {
  readonly name: string;
  readonly photoUrl?: string | null | undefined;
  /** px. */
  readonly size?: number;
}

/** The photo of a person, or the initials. The name is always beside it, so screen readers skip this. */
export function Face({ name, photoUrl, size = 44 }: FaceProps) {
  const style = { width: size, height: size };
  if (photoUrl) return <img className="face" src={photoUrl} alt="" loading="lazy" style={style} />;
  return (
    <span className="face" aria-hidden="true" style={{ ...style, fontSize: Math.round(size * 0.36) }}>
      {initials(name)}
    </span>
  );
}

/** `Rose Anna Hill` → `RH`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
