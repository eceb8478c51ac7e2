import type { Patient } from '@fallwatch/client';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Page } from '../parts/Page.js';
import { useAction } from '../parts/useAction.js';
import { useSignedIn } from '../session.js';
import { PersonForm, type TypedPerson } from './PersonForm.js';
import { personPaths } from './personPaths.js';
import { savePhoto } from './savePhoto.js';

export function EditPersonPage() {
  const { id } = useParams({ from: '/people/$id/edit' });
  const answer = useGet('/api/patients/{id}', { path: { id } });
  return <Answered of={answer}>{(patient) => <EditPerson of={patient} />}</Answered>;
}

function EditPerson({ of: patient }: { readonly of: Patient }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isAdmin = useSignedIn().role === 'ADMIN';
  const { id } = patient;
  const action = useAction(
    async ({ body, email, photo }: TypedPerson) => {
      // The service lets only admins send the e-mail.
      await api.put('/api/patients/{id}', { path: { id }, body: { ...body, ...(isAdmin ? { email } : {}) } });
      await savePhoto(id, photo);
      await navigate({ to: '/people/$id', params: { id } });
    },
    ...personPaths,
  );
  return (
    <Page title={t('people.editTitle', { name: `${patient.firstName} ${patient.lastName}` })}>
      <PersonForm
        of={patient}
        mayChangeEmail={isAdmin}
        submit={t('common.save')}
        action={action}
        onSubmit={(typed) => action.mutate(typed)}
      />
    </Page>
  );
}
