import { Button, MultiSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, usePage } from '../api.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { useAction } from '../parts/useAction.js';
import { useSignedIn } from '../session.js';
import { FormSection } from './FormSection.js';
import { Invited, type InvitedPerson } from './Invited.js';
import { PersonForm, type TypedPerson } from './PersonForm.js';
import { personPaths } from './personPaths.js';
import { savePhoto } from './savePhoto.js';

/** A caregiver looks after the new person at once; an admin chooses who does. */
export function AddPersonPage() {
  const { t } = useTranslation();
  const isAdmin = useSignedIn().role === 'ADMIN';
  const [caregiverIds, setCaregiverIds] = useState<string[]>([]);
  const action = useAction((typed: TypedPerson) => create(typed, isAdmin ? caregiverIds : undefined), ...personPaths);
  if (action.data) return <InvitedPage of={action.data} onAnother={() => action.reset()} />;
  return (
    <Page title={t('people.addTitle')}>
      <Text>{t('people.addExplain')}</Text>
      <PersonForm
        mayChangeEmail
        submit={t('people.addSubmit')}
        action={action}
        onSubmit={(typed) => action.mutate(typed)}
      >
        {isAdmin && (
          <FormSection title={t('people.care')}>
            <Caregivers chosen={caregiverIds} onChoose={setCaregiverIds} />
          </FormSection>
        )}
      </PersonForm>
    </Page>
  );
}

function InvitedPage({ of: invited, onAnother }: { readonly of: InvitedPerson; readonly onAnother: () => void }) {
  const { t } = useTranslation();
  const { id, name } = invited;
  // The form before it was longer than the window.
  useEffect(() => void window.scrollTo(0, 0), []);
  return (
    <Page title={t('letter.title', { name })}>
      <Invited of={invited} hasPreview>
        <ButtonLink to="/people/$id" params={{ id }} variant="default" size="md">
          {t('letter.page', { name })}
        </ButtonLink>
        <Button variant="subtle" size="md" onClick={onAnother}>
          {t('letter.another')}
        </Button>
      </Invited>
    </Page>
  );
}

async function create({ body, email, photo }: TypedPerson, caregiverIds?: string[]): Promise<InvitedPerson> {
  const draft = { ...body, email };
  const created = caregiverIds
    ? await api.post('/api/admin/users', { body: { ...draft, role: 'PATIENT', caregiverIds } })
    : await api.post('/api/patients', { body: draft });
  const { id, firstName, lastName, invitation } = created;
  // The account exists already: a photo that cannot be saved can be added later.
  await savePhoto(id, photo).catch(() => undefined);
  return { id, name: `${firstName} ${lastName}`, email, role: 'PATIENT', invitation };
}

interface CaregiversProps {
  readonly chosen: string[];
  readonly onChoose: (ids: string[]) => void;
}

function Caregivers({ chosen, onChoose }: CaregiversProps) {
  const { t } = useTranslation();
  const { data } = usePage('/api/caregivers', {
    query: { limit: 100, sort: 'lastName', order: 'asc', status: 'active' },
  });
  const options = (data?.data ?? []).map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName} · ${email}`,
  }));
  return (
    <MultiSelect
      size="md"
      label={t('people.caregivers')}
      description={t('people.caregiversExplain')}
      data={options}
      value={chosen}
      onChange={onChoose}
      nothingFoundMessage={t('admin.nobodyFound')}
      comboboxProps={{ withinPortal: false }}
      searchable
    />
  );
}
