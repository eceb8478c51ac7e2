import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { expect, test } from 'vitest';
import { openS3 } from './s3.js';

// «Authenticating Requests (AWS Signature Version 4)» in the S3 documentation, «Example: PUT Object».
test('signs as the example of AWS does', async () => {
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: 'https://examplebucket.s3.amazonaws.com/test$file.text',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    service: 's3',
    region: 'us-east-1',
    datetime: '20130524T000000Z',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
  });
  expect(await signer.signature()).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
});

test('signs the content, reports the code of a refusal, and never the secret', async () => {
  let sent: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    sent = request.headers;
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const settings = {
    archiveS3Endpoint: `http://127.0.0.1:${port}/`,
    archiveS3Region: 'us-east-1',
    archiveS3KeyId: 'id',
    archiveS3Secret: 'very-secret',
  };
  const objects = openS3({ kind: 's3', bucket: 'care', prefix: 'a' }, settings);
  const path = join(mkdtempSync(join(tmpdir(), 'fallwatch-s3-')), 'x');
  writeFileSync(path, 'abc');
  const error = await objects.put('x', path).catch((reason: Error) => reason);
  expect(String(error)).toBe('Error: The S3 service answers 403 AccessDenied to PUT');
  expect(sent['x-amz-content-sha256']).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sent.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date');
  expect(JSON.stringify(sent)).not.toContain('very-secret');
  server.close();
});
