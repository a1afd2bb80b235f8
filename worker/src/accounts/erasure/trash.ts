/**
 * The Durable Object that empties the trash of one project. It stores the project's id and its alarm: which
 * conversations are due stands in D1. The alarm is set before a conversation is marked, so none is forgotten.
 */
import { DurableObject } from 'cloudflare:workers'
import { dueInTrash, nextInTrash } from '../../conversations/record/trash.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { wakeBy } from '../../platform/alarm.ts'
import { eraseConversation } from './erase-conversation.ts'

const PROJECT = 'project'
/** Erased by one alarm. */
const AT_ONCE = 20
/** An object that could not be reached is tried again. */
const PAUSE_MS = 60_000

export class Trash extends DurableObject<Env> {
	/** @param at when to look, Unix ms */
	async look(projectId: string, at: number): Promise<void> {
		await this.ctx.storage.put(PROJECT, projectId)
		await wakeBy(this.ctx.storage, at)
	}

	override async alarm(): Promise<void> {
		const db = database(this.env.DB)
		const projectId = (await this.ctx.storage.get<string>(PROJECT)) ?? ''
		let again: number | null
		try {
			for (const row of await dueInTrash(db, projectId, AT_ONCE, Date.now())) {
				await eraseConversation(db, this.env, row)
			}
			again = await nextInTrash(db, projectId)
		} catch (error) {
			console.warn(
				JSON.stringify({ level: 'warn', event: 'trash_not_emptied_yet', error: String(error) }),
			)
			again = Date.now() + PAUSE_MS
		}
		if (again === null) await this.ctx.storage.deleteAll()
		else await this.ctx.storage.setAlarm(Math.max(again, Date.now()))
	}
}
