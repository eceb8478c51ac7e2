export const factorsPath = '/api/profile/second-factors';

/** One below the heading above the list of factors. */
export interface HeadingOrder {
  readonly headingOrder: 2 | 3;
}

export interface FactorDialogProps {
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}
