import '@mantine/core/styles.css';
import './style.css';
import './people.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api.js';
import { Look } from './look.js';
import { router } from './router.js';
import { prepareWords } from './words/words.js';

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');

await prepareWords();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Look>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Look>
  </StrictMode>,
);
