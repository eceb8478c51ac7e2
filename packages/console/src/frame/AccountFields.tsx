import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NewPassword } from '../parts/form.js';

/** What everybody who creates an own account enters. `wrong`: the problem of each field. */
export function AccountFields({ wrong }: { readonly wrong: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const required = { required: true, withAsterisk: false };
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          name="firstName"
          label={t('common.firstName')}
          autoComplete="given-name"
          error={wrong.firstName}
          {...required}
        />
        <TextInput
          name="lastName"
          label={t('common.lastName')}
          autoComplete="family-name"
          error={wrong.lastName}
          {...required}
        />
      </Group>
      <TextInput
        name="email"
        type="email"
        label={t('common.email')}
        autoComplete="username"
        error={wrong.email}
        {...required}
      />
      <NewPassword error={wrong.password} />
    </>
  );
}
