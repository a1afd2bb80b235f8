/** Addresses of the page: project, conversation, and the state of the editor pane. Pure. */

/** Which tabs there are depends on the kind of project. */
const TAB = /^[a-z-]{1,40}$/

/** One pane at a time on a phone; on a tablet the editor is a drawer. */
const PANES = ['chats', 'editor'] as const
export type NarrowPane = (typeof PANES)[number] | 'chat'

export interface View {
	/** The tab of the pane beside the chat; its first tab for null, or for a tab that it does not have. */
	readonly tab: string | null
	/** The object that the inspector shows. */
	readonly objectId: string | null
	/** The answer whose run's changes are shown; null: the latest that has any. */
	readonly answerId: string | null
	/** The step of that run whose changes are shown; null: all. */
	readonly stepId: string | null
	/** Beside `stepId`: those of the later steps too. */
	readonly onward: boolean
	/** The pane that is shown while not all of them fit. */
	readonly pane: NarrowPane
}

const START: View = {
	tab: null,
	objectId: null,
	answerId: null,
	stepId: null,
	onward: false,
	pane: 'chat',
}

export function viewOf(search: string): View {
	const query = new URLSearchParams(search)
	return {
		tab: query.get('tab')?.match(TAB)?.[0] ?? START.tab,
		objectId: query.get('object'),
		answerId: query.get('answer'),
		stepId: query.get('step') ?? query.get('from'),
		onward: !query.has('step') && query.has('from'),
		pane: PANES.find((pane) => pane === query.get('pane')) ?? START.pane,
	}
}

/** Defaults are left out, so that the usual address is short. */
export function searchOf(view: View): string {
	const query = new URLSearchParams()
	if (view.tab !== null) query.set('tab', view.tab)
	if (view.objectId !== null) query.set('object', view.objectId)
	if (view.answerId !== null && view.tab === 'changes') {
		query.set('answer', view.answerId)
		if (view.stepId !== null) query.set(view.onward ? 'from' : 'step', view.stepId)
	}
	if (view.pane !== START.pane) query.set('pane', view.pane)
	const text = query.toString()
	return text === '' ? '' : `?${text}`
}

export const projectPath = (projectId: string): string => `/p/${projectId}`
export const conversationPath = (projectId: string, conversationId: string): string =>
	`/p/${projectId}/c/${conversationId}`

/** @param section the id of one of its parts */
export const settingsPath = (projectId: string, section?: string): string =>
	`/p/${projectId}/settings${section === undefined ? '' : `#${section}`}`
/** @param conversationId null: the newest one */
export const conversationSettingsPath = (
	projectId: string,
	conversationId: string | null,
): string =>
	`/p/${projectId}/settings${conversationId === null ? '' : `?conversation=${conversationId}`}#conversation`
export const usagePath = (projectId: string): string => `/usage?project=${projectId}`

/** The id of a step's element in the chat. */
export const stepAnchor = (answerId: string, stepId: string): string => `${answerId}-${stepId}`

/** The part kept when a person opens another conversation: the editor, not an answer of the previous one. */
export const keptSearch = (search: string): string =>
	searchOf({ ...viewOf(search), answerId: null, pane: START.pane })

export const agentsPath = (projectId: string): string => `/p/${projectId}/agents`

export const automationsPath = (projectId: string): string => `/p/${projectId}/automations`
/** Stands in the place of an automation's id in the address. */
export const NEW_AUTOMATION = 'new'
/** @param deliveryId one that is shown opened */
export const automationPath = (projectId: string, id: string, deliveryId?: string): string =>
	`${automationsPath(projectId)}/${id}${deliveryId === undefined ? '' : `?delivery=${deliveryId}`}`
