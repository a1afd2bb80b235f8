/** The way from a project's other pages to its chat: the conversation that this tab showed last. */
import { conversationPath, projectPath } from './address.ts'

const keyOf = (projectId: string): string => `fairlead.chat.${projectId}`

/** @param conversationId null: a new one is being written */
export function rememberChat(projectId: string, conversationId: string | null): void {
	try {
		if (conversationId === null) sessionStorage.removeItem(keyOf(projectId))
		else sessionStorage.setItem(keyOf(projectId), conversationId)
	} catch {
		// Private windows may refuse storage; the way back is then the project.
	}
}

export function chatPath(projectId: string): string {
	try {
		const conversationId = sessionStorage.getItem(keyOf(projectId))
		return conversationId === null
			? projectPath(projectId)
			: conversationPath(projectId, conversationId)
	} catch {
		return projectPath(projectId)
	}
}
