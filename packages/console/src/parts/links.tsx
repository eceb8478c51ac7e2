import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Native<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;

/** A link within the console. */
export const TextLink = createLink((props: Native<AnchorProps>) => <Anchor underline="always" inherit {...props} />);

/** A link within the console that looks like a button. */
export const ButtonLink = createLink((props: Native<ButtonProps>) => <Button component="a" {...props} />);
