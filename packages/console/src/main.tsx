import '@mantine/core/styles.css';
import './style/base.css';
import './style/meanings.css';
import './style/alert.css';
import './style/board.css';
import './style/wearer.css';
import './style/wall.css';
import './style/cards.css';
import './style/people.css';
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
