/** The project's people, as D1 has them. */
import { createHash } from 'node:crypto'
import type { FakeD1 } from '../hosts/d1.ts'
import { CHAOS } from './person.ts'

export const GUEST_NAME = 'Guest'
const YEAR_MS = 365 * 86_400_000

export class People {
	readonly ownerSecret = 'secret-of-the-owner'
	readonly #d1: FakeD1
	readonly #projectId: string
	readonly #now: () => number

	constructor(d1: FakeD1, projectId: string, now: () => number) {
		this.#d1 = d1
		this.#projectId = projectId
		this.#now = now
	}

	/** The project with its owner and one conversation. */
	begin(conversationId: string): void {
		const insert =
			"INSERT INTO projects (id, name, created_at, updated_at) VALUES (?, 'Chaos', 0, 0)"
		this.#run(insert, this.#projectId)
		this.#add(CHAOS.id, CHAOS.name, 'owner', this.ownerSecret, YEAR_MS)
		this.#run(
			`INSERT INTO conversations (id, project_id, title, title_source, mode, created_at, updated_at)
			VALUES (?, ?, 'New conversation', 'default', 'auto', 0, 0)`,
			conversationId,
			this.#projectId,
		)
	}

	/** A new person with a session; returns its secret. `role` null: not a member. `lifeMs` null: it does not expire. */
	signIn(userId: string, role: 'editor' | null, lifeMs: number | null): string {
		const secret = `secret-of-${userId}`
		this.#add(userId, GUEST_NAME, role, secret, lifeMs ?? YEAR_MS)
		return secret
	}

	#add(userId: string, name: string, role: string | null, secret: string, lifeMs: number): void {
		const standing = role === 'owner' ? 'owner' : 'member'
		const [now, hash] = [this.#now(), createHash('sha256').update(secret).digest('hex')]
		this.#run(
			'INSERT INTO users (id, name, role, created_at) VALUES (?, ?, ?, 0)',
			userId,
			name,
			standing,
		)
		if (role !== null)
			this.#run(
				'INSERT INTO members (project_id, user_id, role, created_at) VALUES (?, ?, ?, 0)',
				this.#projectId,
				userId,
				role,
			)
		this.#run(
			'INSERT INTO sessions (id, user_id, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
			`ses_${userId}`,
			userId,
			hash,
			now,
			now + lifeMs,
		)
	}

	#run(query: string, ...values: (string | number)[]): void {
		this.#d1.database.prepare(query).run(...values)
	}
}
