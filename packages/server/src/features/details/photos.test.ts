import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { call, caregiver, freshAddress, patient, root } from '../../../test/people.js';
import { pngPhoto, webpPhoto } from '../../../test/photos.js';
import { expectRefusal } from '../../../test/spec/shapes.js';
import { maxPhotoBytes } from './photos.rules.js';

describe('the photo of a patient', () => {
  test('is set, shown with its type, replaced under another address and deleted', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const path = `/patients/${ann.id}/photo`;
    expectRefusal(await carer.get(path), 404);
    const { photoUrl } = (await carer.put(path, { image: pngPhoto })).data;
    expect(photoUrl).toMatch(new RegExp(`^/api${path}\\?v=[0-9]+$`));
    for (const who of [ann, carer, await root()])
      expect((await who.get(`/patients/${ann.id}`)).data.photoUrl).toBe(photoUrl);
    expect((await carer.get('/patients')).data[0].photoUrl).toBe(photoUrl);

    const { app } = await testServer();
    const headers = { authorization: `Bearer ${ann.token}` };
    const shown = await app.inject({ url: photoUrl, headers });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.rawPayload.toString('base64')).toBe(pngPhoto);
    const again = { ...headers, 'if-none-match': String(shown.headers.etag) };
    expect((await app.inject({ url: photoUrl, headers: again })).statusCode).toBe(304);

    const replaced = (await carer.put(path, { image: webpPhoto })).data.photoUrl;
    expect(replaced).not.toBe(photoUrl);
    expect((await app.inject({ url: replaced, headers: again })).headers['content-type']).toBe('image/webp');
    expect(await carer.delete(path)).toHaveStatus(200);
    expectRefusal(await carer.delete(path), 404);
    expect((await ann.get('/patients/me')).data.photoUrl).toBeNull();
  });

  test('is a photo by its bytes, and not too large', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const send = (bytes: Buffer | string) =>
      carer.put(`/patients/${ann.id}/photo`, { image: typeof bytes === 'string' ? bytes : bytes.toString('base64') });
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<script>alert(1)</script>', 'GIF89a'])
      expectRefusal(await send(Buffer.from(text)), 400, 'image');
    expectRefusal(await send('not base64!'), 400, 'image');
    const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4)]);
    const refused = await send(jpeg(maxPhotoBytes + 1));
    expectRefusal(refused, 400, 'image');
    expect(refused.body.details.image).toContain('200001');
    expect(await send(jpeg(maxPhotoBytes))).toHaveStatus(200);
    expect(await send(jpeg(1_000_000))).toHaveStatus(413);
  });

  test('does not count towards the limit of requests, unless there is no session', async () => {
    const ann = await patient();
    const app = await appWith({ limitGlobal: { points: 2, windowMs: 60_000 } });
    const request = { url: `/patients/${ann.id}/photo`, remoteAddress: freshAddress() };
    const get = async (token?: string) => (await call({ ...request, token }, app)).status;
    expect([await get(ann.token), await get(ann.token), await get(ann.token)]).toEqual([404, 404, 404]);
    expect([await get(), await get(), await get()]).toEqual([401, 401, 429]);
  });
});
