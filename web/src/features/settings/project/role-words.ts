import type { InvitedRole } from '@fairlead/protocol/people/people'
import type { MemberRole } from '@fairlead/protocol/people/roles'

export const ROLE_NAMES: Readonly<Record<MemberRole, string>> = {
	viewer: 'Viewer',
	approver: 'Approver',
	editor: 'Editor',
	owner: 'Owner',
}

/** The rights of a role, for people. */
export const ROLE_HINTS: Readonly<Record<MemberRole, string>> = {
	viewer: 'Follow conversations and the scene.',
	approver: 'Follow, answer approvals and stop runs.',
	editor: 'Send messages, change conversations and connect computers.',
	owner: 'Everything, including people and deleting the project.',
}

/** In the middle of a sentence. */
export const aRole = (role: MemberRole): string =>
	`${/^[aeo]/.test(role) ? 'an' : 'a'} ${ROLE_NAMES[role].toLowerCase()}`

export const INVITED_ROLES: readonly InvitedRole[] = ['viewer', 'approver', 'editor']
