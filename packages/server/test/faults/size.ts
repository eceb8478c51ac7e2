/** `npm run chaos` runs the proofs at full size; everything else runs them short. */
export const isFull = process.env.FAULTS_SIZE === 'full';
