/** Which conversation an object is: told when it is opened, and stored. */
import type { ConversationIdentity } from '../ports/conversation.ts'
import type { ConversationStore } from './conversation-store.ts'

type Settings = Pick<ConversationStore, 'setting' | 'setSetting' | 'transaction'>

/** Returns null if it was never opened, or lost its storage. */
export function storedIdentity(store: Settings): ConversationIdentity | null {
	const conversationId = store.setting('conversation_id')
	const projectId = store.setting('project_id')
	return conversationId && projectId ? { conversationId, projectId } : null
}

export function storeIdentity(store: Settings, identity: ConversationIdentity): void {
	store.transaction(() => {
		store.setSetting('conversation_id', identity.conversationId)
		store.setSetting('project_id', identity.projectId)
	})
}
