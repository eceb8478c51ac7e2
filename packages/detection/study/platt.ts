/** Sigmoid through the scores by Newton steps; targets drawn in as Platt proposed, so that it never saturates. */
export function fitPlatt(logits: readonly number[], labels: readonly number[]): { a: number; b: number } {
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const negatives = labels.length - positives;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  let a = 1;
  let b = 0;
  for (let step = 0; step < 50; step++) {
    let ga = 0;
    let gb = 0;
    let haa = 1e-6;
    let hab = 0;
    let hbb = 1e-6;
    for (let i = 0; i < logits.length; i++) {
      const z = logits[i] as number;
      const p = 1 / (1 + Math.exp(-(a * z + b)));
      const error = p - (labels[i] === 1 ? high : low);
      const curve = Math.max(p * (1 - p), 1e-9);
      ga += error * z;
      gb += error;
      haa += curve * z * z;
      hab += curve * z;
      hbb += curve;
    }
    const determinant = haa * hbb - hab * hab;
    const moveA = (hbb * ga - hab * gb) / determinant;
    const moveB = (haa * gb - hab * ga) / determinant;
    a -= moveA;
    b -= moveB;
    if (Math.abs(moveA) + Math.abs(moveB) < 1e-8) break;
  }
  return { a, b };
}
