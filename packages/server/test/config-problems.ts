import { type ConfigError, loadConfig } from '../src/config.js';

/** What the server would say about these settings, instead of starting. */
export function listProblems(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}
