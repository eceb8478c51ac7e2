import type { Patient } from '@fallwatch/client';
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { ErrorNote } from '../parts/states.js';
import { FormSection } from './FormSection.js';
import { PhoneNumbers } from './PhoneNumbers.js';
import { type PhotoChange, PhotoField } from './PhotoField.js';
import { toPersonBody, toTypedNumbers } from './personBody.js';

/** What the form gives: the person, the e-mail as typed, and the photo. */
export interface TypedPerson {
  readonly body: ReturnType<typeof toPersonBody>;
  readonly email: string;
  readonly photo: PhotoChange;
}

interface PersonFormProps {
  /** As they are; left out for a new person. */
  readonly of?: Patient;
  readonly mayChangeEmail: boolean;
  readonly submit: string;
  readonly action: Pick<UseMutationResult, 'error' | 'isPending'>;
  readonly onSubmit: (typed: TypedPerson) => void;
  /** A last section. */
  readonly children?: ReactNode;
}

/** One form for adding and editing: what responders need is asked in the order in which they need it. */
export function PersonForm({ of: person, mayChangeEmail, submit, action, onSubmit, children }: PersonFormProps) {
  const { t } = useTranslation();
  const [numbers, setNumbers] = useState(() => toTypedNumbers(person?.phoneNumbers ?? []));
  const [photo, setPhoto] = useState<PhotoChange>();
  const [name, setName] = useState({ firstName: person?.firstName ?? '', lastName: person?.lastName ?? '' });
  const wrong = fieldErrors(t, action.error);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    const typed = typedIn(event);
    onSubmit({ body: toPersonBody(typed, numbers), email: typed.email?.trim() ?? '', photo });
  };
  return (
    <form onSubmit={send}>
      <div className="card-columns">
        <FormSection title={t('people.who')}>
          <Who of={person} wrong={wrong} mayChangeEmail={mayChangeEmail} onName={setName} />
          <PhotoField of={{ ...name, photoUrl: person?.photoUrl ?? null }} change={photo} onChange={setPhoto} />
        </FormSection>
        <Place of={person} wrong={wrong} />
        <Advice of={person} wrong={wrong} />
        <FormSection title={t('people.numbers')}>
          <PhoneNumbers numbers={numbers} onChange={setNumbers} wrong={wrong} />
          {person?.emergencyContact && (
            <TextInput
              name="emergencyContact"
              size="md"
              label={t('people.emergencyContact')}
              description={t('people.emergencyContactExplain')}
              defaultValue={person.emergencyContact}
              error={wrong.emergencyContact}
              autoComplete="off"
            />
          )}
        </FormSection>
        {children}
      </div>
      <Stack mt="sm">
        {action.error && <ErrorNote error={action.error} />}
        <Group>
          <Button type="submit" size="md" loading={action.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly of: Patient | undefined;
  readonly wrong: Readonly<Record<string, string>>;
}

interface WhoProps extends PartProps {
  readonly mayChangeEmail: boolean;
  readonly onName: (name: { firstName: string; lastName: string }) => void;
}

function Who({ of: person, wrong, mayChangeEmail, onName }: WhoProps) {
  const { t } = useTranslation();
  const [firstName, setFirstName] = useState(person?.firstName ?? '');
  const [lastName, setLastName] = useState(person?.lastName ?? '');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        name="firstName"
        size="md"
        label={t('common.firstName')}
        value={firstName}
        error={wrong.firstName}
        autoComplete="off"
        required
        onChange={({ currentTarget: { value } }) => {
          setFirstName(value);
          onName({ firstName: value, lastName });
        }}
      />
      <TextInput
        name="lastName"
        size="md"
        label={t('common.lastName')}
        value={lastName}
        error={wrong.lastName}
        autoComplete="off"
        required
        onChange={({ currentTarget: { value } }) => {
          setLastName(value);
          onName({ firstName, lastName: value });
        }}
      />
      <TextInput
        name="email"
        type="email"
        size="md"
        label={t('common.email')}
        description={mayChangeEmail ? t('people.emailExplain') : t('people.emailByAdmin')}
        defaultValue={person?.email ?? ''}
        error={wrong.email}
        autoComplete="off"
        readOnly={!mayChangeEmail}
        required
      />
      <TextInput
        name="dateOfBirth"
        type="date"
        size="md"
        label={t('people.born')}
        description={t('people.optional')}
        defaultValue={person?.dateOfBirth ?? ''}
        error={wrong.dateOfBirth}
      />
      <TextInput
        name="phone"
        type="tel"
        size="md"
        label={t('people.phone')}
        description={t('people.optional')}
        defaultValue={person?.phone ?? ''}
        error={wrong.phone}
        autoComplete="off"
      />
    </SimpleGrid>
  );
}

function Place({ of: person, wrong }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormSection title={t('people.where')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            name="room"
            size="md"
            label={t('people.room')}
            placeholder={t('people.roomExample')}
            defaultValue={person?.room ?? ''}
            error={wrong.room}
            autoComplete="off"
          />
          <TextInput
            name="ward"
            size="md"
            label={t('people.ward')}
            placeholder={t('people.wardExample')}
            defaultValue={person?.ward ?? ''}
            error={wrong.ward}
            autoComplete="off"
          />
        </SimpleGrid>
        <Text size="sm">{t('people.wardExplain')}</Text>
        <TextInput
          name="address"
          size="md"
          label={t('people.address')}
          description={t('people.addressExplain')}
          defaultValue={person?.address ?? ''}
          error={wrong.address}
          autoComplete="off"
        />
      </FormSection>
      <FormSection title={t('people.entry')}>
        <TextInput
          name="keySafe"
          size="md"
          label={t('people.keySafe')}
          placeholder={t('people.keySafeExample')}
          defaultValue={person?.keySafe ?? ''}
          error={wrong.keySafe}
          autoComplete="off"
        />
      </FormSection>
    </>
  );
}

function Advice({ of: person, wrong }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormSection title={t('people.what')}>
        <Textarea
          name="instructions"
          size="md"
          label={t('people.instructions')}
          description={t('people.instructionsExplain')}
          placeholder={t('people.instructionsExample')}
          defaultValue={person?.instructions ?? ''}
          error={wrong.instructions}
          maxLength={500}
          rows={3}
        />
      </FormSection>
      <FormSection title={t('people.medical')}>
        <Textarea
          name="medicalNotes"
          size="md"
          label={t('people.medicalLabel')}
          description={t('people.medicalExplain')}
          placeholder={t('people.medicalExample')}
          defaultValue={person?.medicalNotes ?? ''}
          error={wrong.medicalNotes}
          maxLength={1_000}
          rows={3}
        />
      </FormSection>
    </>
  );
}
