/**
 * The Durable Object that deletes one account. Its alarm is set before the account is marked as deleted, so the
 * deletion continues whatever fails; it repeats until nothing is left, and then forgets itself.
 */

import { DurableObject } from 'cloudflare:workers'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { backoffMs } from '../../platform/backoff.ts'
import { findUser } from '../store/users.ts'
import { type Erased, type ErasureJob, eraseAccount } from './erase-account.ts'

const JOB = 'job'
/** Delay of the alarm that `begin` sets, for a `go` that never comes: the mark was written, or never will be. */
const UNSURE_MS = 60_000
/** The pause before another try while something runs or an object cannot be reached. Doubled up to an hour. */
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 3_600_000

interface Stored {
	readonly job: ErasureJob
	readonly failures: number
}

export class AccountEraser extends DurableObject<Env> {
	/** Called before the account is marked as deleted. */
	async begin(userId: string, email: string | null): Promise<void> {
		const job: ErasureJob = { userId, email, left: [], afterId: '', busy: [] }
		await this.ctx.storage.put<Stored>(JOB, { job, failures: 0 })
		await this.ctx.storage.setAlarm(Date.now() + UNSURE_MS)
	}

	/** Called after the account was marked. */
	async go(): Promise<void> {
		await this.ctx.storage.setAlarm(Date.now())
	}

	override async alarm(): Promise<void> {
		const stored = await this.ctx.storage.get<Stored>(JOB)
		if (!stored) return
		const { job, failures } = stored
		const db = database(this.env.DB)
		let result: Erased
		try {
			const user = await findUser(db, job.userId)
			if (!user?.deletedAt) {
				// The account was not marked after all, or is gone.
				await this.ctx.storage.deleteAll()
				return
			}
			const save = (changed: ErasureJob) =>
				this.ctx.storage.put<Stored>(JOB, { job: changed, failures })
			result = await eraseAccount(this.env, db, user, job, save, Date.now())
		} catch (error) {
			console.warn(
				JSON.stringify({ level: 'warn', event: 'account_not_erased_yet', error: String(error) }),
			)
			result = 'later'
		}
		switch (result) {
			case 'done':
				await this.ctx.storage.deleteAll()
				return
			case 'more':
				await this.ctx.storage.setAlarm(Date.now())
				return
			case 'later': {
				const pause = backoffMs(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS)
				await this.ctx.storage.put<Stored>(JOB, { job, failures: failures + 1 })
				await this.ctx.storage.setAlarm(Date.now() + pause)
				return
			}
			default:
				result satisfies never
		}
	}
}
