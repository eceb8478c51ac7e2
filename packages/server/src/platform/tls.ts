/** What went wrong when a connection to PostgreSQL, Redis or NATS was secured, and what an operator can do. */

const untrusted = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)/;
const outdated = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;
/** Node.js and OpenSSL: the other side speaks no TLS, or refuses ours. */
const handshake = /^(ERR_SSL_|EPROTO|ERR_TLS_)/;
/** The drivers of PostgreSQL and NATS set no code. */
const notOffered = /does not support (SSL|'tls')/;

/** `trust` names the setting with the certificate of the CA. Undefined: TLS is not what failed. */
export function describeTlsFailure(error: unknown, trust: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (notOffered.test(error.message))
    return 'the server does not offer TLS: configure it there, or another address here';
  if (untrusted.test(code))
    return `no trusted CA has signed the server's certificate (${code}): set ${trust} to its CA`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the server's certificate is for another name: ${error.message.replace(/^.*altnames: /, '')}`;
  if (outdated.test(code)) return `the server's certificate has expired or is not valid yet (${code})`;
  return handshake.test(code) ? `TLS failed: ${error.message}` : undefined;
}

export const isTlsFailure = (error: unknown): boolean => describeTlsFailure(error, '') !== undefined;

/** Returns a function that is true for a problem that differs from the last one: drivers retry several times a second. */
export function noticeChanges(): (problem: string) => boolean {
  let last = '';
  return (problem) => {
    const isNew = problem !== last;
    last = problem;
    return isNew;
  };
}
