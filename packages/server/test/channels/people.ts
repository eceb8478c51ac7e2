import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { signToken } from '../session-token.js';

/** Somebody with a session. */
export interface SignedIn {
  readonly id: string;
  readonly token: string;
}

/** A wearer and the only caregiver, who has one verified contact point. */
export interface Pair {
  readonly patient: SignedIn;
  readonly caregiver: SignedIn;
  readonly address: string;
}

export interface Contact {
  readonly kind: string;
  readonly address: string;
  readonly secrets?: object;
  readonly fromStep?: number;
}

/** Inserts by SQL: hundreds of sign-ups would take minutes of password hashing. */
export class People {
  readonly #client: pg.Client;
  constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(databaseUrl: string): Promise<People> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'people' });
    await client.connect();
    return new People(client);
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  async add(role: 'PATIENT' | 'CAREGIVER' | 'ADMIN', firstName = 'Ann', lastName = 'Lee'): Promise<SignedIn> {
    const [id, sessionId] = [randomUUID(), randomUUID()];
    await this.query(
      `with u as (insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
        values ($1, $2, $2, $3, $4, $5, now(), now()))
      insert into sessions (id, user_id, created_at, expires_at) values ($6, $1, now(), now() + interval '1 day')`,
      [id, `${id}@example.org`, firstName, lastName, role, sessionId],
    );
    return { id, token: await signToken(id, sessionId) };
  }

  /** Another session of somebody who is in the database. */
  async signIn(email: string): Promise<SignedIn> {
    const sessionId = randomUUID();
    const [row] = await this.query<{ user_id: string }>(
      `insert into sessions (id, user_id, created_at, expires_at)
      select $1, id, now(), now() + interval '1 day' from users where email = $2 returning user_id`,
      [sessionId, email],
    );
    if (!row) throw new Error(`nobody has the address ${email}`);
    return { id: row.user_id, token: await signToken(row.user_id, sessionId) };
  }

  async assign(caregiver: SignedIn, patient: SignedIn): Promise<void> {
    await this.query('insert into assignments (caregiver_id, patient_id, assigned_at) values ($1, $2, now())', [
      caregiver.id,
      patient.id,
    ]);
  }

  async addContact({ id: userId }: SignedIn, { kind, address, secrets = {}, fromStep = 1 }: Contact): Promise<string> {
    const id = randomUUID();
    await this.query(
      `insert into contact_points (id, user_id, kind, address, secrets, from_step, created_at, verified_at)
      values ($1, $2, $3, $4, $5, $6, now(), now())`,
      [id, userId, kind, address, JSON.stringify(secrets), fromStep],
    );
    return id;
  }

  async addPair(contact: Contact): Promise<Pair> {
    const [patient, caregiver] = [
      await this.add('PATIENT', 'Rose', 'Hill'),
      await this.add('CAREGIVER', 'Noah', 'Berg'),
    ];
    await this.assign(caregiver, patient);
    await this.addContact(caregiver, contact);
    return { patient, caregiver, address: contact.address };
  }

  /** When the delivery of this fall over this channel got this status; undefined: not yet. */
  async settledAt(fallId: string, channel: string, status: string): Promise<number | undefined> {
    const [row] = await this.query<{ settled_at: Date }>(
      `select deliveries.settled_at from deliveries join alerts on alerts.id = deliveries.alert_id
      where alerts.fall_id = $1 and deliveries.channel = $2 and deliveries.status = $3
      order by deliveries.settled_at limit 1`,
      [fallId, channel, status],
    );
    return row?.settled_at?.getTime();
  }

  async handledAt(fallId: string): Promise<number | undefined> {
    const [row] = await this.query<{ acknowledged_at: Date | null }>(
      `select acknowledged_at from escalations where fall_id = $1 and acknowledged_at is not null`,
      [fallId],
    );
    return row?.acknowledged_at?.getTime();
  }

  /** A token for this alert of this person, as a message would carry it. */
  async createAnswerToken(fallId: string, { id }: SignedIn): Promise<string> {
    const token = randomBytes(16).toString('base64url');
    await this.query(
      `insert into action_tokens (token_hash, alert_id, user_id, delivery_id, expires_at)
      select $1, alerts.id, $2, deliveries.id, now() + interval '1 day' from alerts
      join deliveries on deliveries.alert_id = alerts.id and deliveries.recipient_id = $2 where alerts.fall_id = $3 limit 1`,
      [createHash('sha256').update(token).digest('base64url'), id, fallId],
    );
    return token;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
