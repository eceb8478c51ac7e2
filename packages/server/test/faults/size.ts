/** `FAULTS_SIZE=full` runs the proofs at full size, as `npm run chaos` does; everything else runs them short. */
export const isFull = process.env.FAULTS_SIZE === 'full';
