/** Never runs `work` concurrently. Calls during a run cause one more run afterwards, with the last argument. */
export function oneAtATime<Argument>(
  work: (argument: Argument) => Promise<void>,
): (argument: Argument) => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: { readonly argument: Argument }[] = [];
  return (argument) => {
    waiting = [{ argument }];
    running ??= (async () => {
      try {
        for (let next = waiting.pop(); next; next = waiting.pop()) await work(next.argument);
      } finally {
        running = undefined;
      }
    })();
    return running;
  };
}
