/** The rights of the person who made a link, while it is in use. */
import { type SQL, sql } from 'drizzle-orm'
import { rolesThatMay } from '../access/can.ts'
import type { PermissionOn } from '../access/permissions.ts'
import { users } from '../accounts/store/schema.ts'
import { areSuspended } from '../usage/store/allowances.ts'
import { members } from './schema.ts'

/** True in SQL if this person is a member who may do that, and not suspended. */
export const creatorMay = (permission: PermissionOn<'project'>, projectId: SQL, userId: SQL): SQL =>
	sql`(exists (select 1 from ${members} as maker inner join ${users} as person on person.id = maker.user_id
		where maker.project_id = ${projectId} and maker.user_id = ${userId}
		and maker.role in ${rolesThatMay(permission)} and person.deleted_at is null)
		and not ${areSuspended(userId)})`
