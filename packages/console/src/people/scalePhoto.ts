/** Sharp on a phone at 128 px, and about 15 kB. */
const sidePx = 256;
const quality = 0.85;

/** The middle of a photo as a small JPEG, in Base64. Without the place and time that cameras write into a file. */
export async function scalePhoto(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sidePx;
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, sidePx, sidePx);
  image.close();
  return canvas.toDataURL('image/jpeg', quality).replace(/^.*,/, '');
}
