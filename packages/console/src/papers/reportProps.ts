import type { FallDetail, FallTimeline, Patient } from '@fallwatch/client';

/** What an incident report is written from. */
export interface ReportProps {
  readonly fall: FallDetail;
  readonly patient: Patient;
  readonly notified: FallTimeline;
}
