/** An automation's settings as they are typed. Pure. */
import type {
	Automation,
	AutomationTrigger,
	Concurrency,
	CreateAutomation,
} from '@fairlead/protocol/automations'
import type { ConversationMode } from '@fairlead/protocol/runs'
import type { ApiError } from '../../data/api/problem.ts'
import { type BudgetTexts, budgetOf, textsOf } from '../../data/limits.ts'

export interface AutomationDraft {
	readonly name: string
	readonly trigger: AutomationTrigger
	readonly condition: string
	readonly template: string
	readonly mode: ConversationMode
	readonly model: string
	readonly limits: BudgetTexts
	readonly concurrency: Concurrency
}

export const EMPTY_DRAFT: AutomationDraft = {
	name: '',
	trigger: { kind: 'webhook', proof: 'standard' },
	condition: '',
	template: '',
	mode: 'auto',
	model: '',
	limits: textsOf(undefined),
	concurrency: 'queue',
}

export const draftOf = (automation: Automation): AutomationDraft => ({
	name: automation.name,
	trigger: automation.trigger,
	condition: automation.condition ?? '',
	template: automation.template,
	mode: automation.mode,
	model: automation.model ?? '',
	limits: textsOf(automation.budget ?? undefined),
	concurrency: automation.concurrency,
})

export const isSame = (a: AutomationDraft, b: AutomationDraft): boolean =>
	JSON.stringify(a) === JSON.stringify(b)

export type DraftBody = Omit<CreateAutomation, 'trigger' | 'enabled'>

/** What is sent to save it; null while a limit cannot be read, or what it needs is not there. */
export function bodyOf(draft: AutomationDraft): DraftBody | null {
	const wanted = budgetOf(draft.limits)
	const name = draft.name.trim()
	const template = draft.template.trim()
	if (!wanted.ok || name === '' || template === '') return null
	return {
		...{ name, template, budget: wanted.budget },
		condition: draft.condition.trim() || null,
		mode: draft.mode,
		model: draft.model.trim() || null,
		concurrency: draft.concurrency,
	}
}

/** The fields at which the server's complaint stands. */
export const FIELDS = ['name', 'condition', 'template', 'mode', 'model', 'concurrency'] as const
export type FieldName = (typeof FIELDS)[number]
export type FieldIssues = Readonly<Partial<Record<FieldName, string>>>

/** What the server says of the fields; empty if the failure is about none of them. */
export function fieldIssues(error: ApiError): FieldIssues {
	if (error.code === 'unknown_model')
		return { model: `${error.message} ${error.detail ?? ''}`.trim() }
	const found: Partial<Record<FieldName, string>> = {}
	for (const { path, message } of error.issues) {
		const name = FIELDS.find((field) => path.split('/').includes(field))
		if (name !== undefined) found[name] ??= message
	}
	return found
}
