import { api } from '../api.js';
import type { PhotoChange } from './PhotoField.js';

export async function savePhoto(id: string, photo: PhotoChange): Promise<void> {
  if (photo === null) await api.delete('/api/patients/{id}/photo', { path: { id } });
  if (photo) await api.put('/api/patients/{id}/photo', { path: { id }, body: { image: photo } });
}
