/** The fields of an automation's behaviour, for a new one and for a change. */
import { MAX_CONDITION_CHARS, MAX_TEMPLATE_CHARS } from '@fairlead/protocol/automations/automations'
import { DEFAULT_BUDGET } from '@fairlead/protocol/conversations/runs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { healthQuery, projectQuery } from '../../data/api/queries.ts'
import { LimitFields } from '../../data/limits/limit-fields.tsx'
import { budgetOf } from '../../data/limits/limits.ts'
import { MODES } from '../../data/limits/modes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { type AutomationDraft, bodyOf, type FieldIssues, minutesOf } from './draft.ts'
import type { Sample } from './sample.ts'
import { SampleValues } from './sample-values.tsx'
import { CONCURRENCY, CONVERSATIONS, WITHOUT_EDITOR } from './words.ts'

export function AutomationForm(props: {
	projectId: string
	draft: AutomationDraft
	onDraft: (draft: AutomationDraft) => void
	/** The server's errors by field. */
	issues: FieldIssues
	/** Its values can be inserted in the prompt. */
	sample: Sample
	/** Above the fields. */
	note?: ReactNode
	/** Fields that come before the others. */
	children?: ReactNode
	error?: ReactNode
	/** Beside the button. */
	status: string
	submit: string
	disabled: boolean
	onSubmit: () => void
}) {
	const { draft, issues } = props
	const form = useRef<HTMLFormElement>(null)
	const template = useRef<HTMLTextAreaElement>(null)
	const health = useQuery(healthQuery).data
	const budget = useQuery(projectQuery(props.projectId)).data?.budget
	const set = (change: Partial<AutomationDraft>) => props.onDraft({ ...draft, ...change })
	useEffect(() => {
		if (Object.keys(issues).length === 0) return
		form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
	}, [issues])

	/** In the place of what is selected, and the person types on behind it. */
	function insert(path: string): void {
		const box = template.current
		if (!box) return
		const value = `{{ ${path} }}`
		box.focus()
		box.setRangeText(value, box.selectionStart, box.selectionEnd, 'end')
		set({ template: box.value })
	}

	return (
		<form
			ref={form}
			className="flex flex-col gap-5 p-4"
			onSubmit={(event) => {
				event.preventDefault()
				if (bodyOf(draft) !== null) props.onSubmit()
			}}
		>
			{props.note}
			<Field label="Name" issue={issues.name}>
				{(tied) => (
					<TextField
						{...tied}
						value={draft.name}
						maxLength={100}
						placeholder="Check each push"
						onChange={(event) => set({ name: event.target.value })}
					/>
				)}
			</Field>
			{props.children}
			<Field
				label="Prompt"
				issue={issues.template}
				hint="The task for the agent. A value of the delivery, such as {{ branch }}, is given to it as data, never as an instruction."
			>
				{(tied) => (
					<TextArea
						{...tied}
						ref={template}
						className="min-h-32"
						value={draft.template}
						maxLength={MAX_TEMPLATE_CHARS}
						placeholder="Find out why {{ failed }} fails in build {{ build }}."
						onChange={(event) => set({ template: event.target.value })}
					/>
				)}
			</Field>
			<SampleValues sample={props.sample} onInsert={insert} />
			<Field
				label="Condition"
				issue={issues.condition}
				hint={
					<>
						Only a delivery for which this is true starts a run. Empty: every delivery. For example{' '}
						<code className="font-mono [font-variant-ligatures:none]">
							{'branch == "main" && build > 400'}
						</code>
						, or{' '}
						<code className="font-mono [font-variant-ligatures:none]">
							contains(branch, "release/")
						</code>
						.
					</>
				}
			>
				{(tied) => (
					<TextField
						{...tied}
						className="font-mono [font-variant-ligatures:none]"
						value={draft.condition}
						maxLength={MAX_CONDITION_CHARS}
						spellCheck={false}
						autoCapitalize="none"
						onChange={(event) => set({ condition: event.target.value })}
					/>
				)}
			</Field>
			<div className="grid gap-5 md:grid-cols-2">
				<Field
					label="What the agent may do"
					issue={issues.mode}
					hint={MODES.find(({ value }) => value === draft.mode)?.hint}
				>
					{(tied) => (
						<Select
							{...tied}
							value={draft.mode}
							onChange={(event) => {
								const mode = MODES.find(({ value }) => value === event.target.value)?.value
								if (mode) set({ mode })
							}}
						>
							{MODES.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</Select>
					)}
				</Field>
				<Field
					label="While a run is active"
					issue={issues.concurrency}
					hint={CONCURRENCY[draft.concurrency].hint}
				>
					{(tied) => (
						<Select
							{...tied}
							value={draft.concurrency}
							onChange={(event) =>
								set({ concurrency: event.target.value as AutomationDraft['concurrency'] })
							}
						>
							{Object.entries(CONCURRENCY).map(([value, { label }]) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</Select>
					)}
				</Field>
			</div>
			<div className="grid gap-5 md:grid-cols-2">
				<Field
					label="Without a connected editor"
					issue={
						issues.withoutEditor ??
						(draft.withoutEditor === 'wait' && minutesOf(draft.waitMinutes) === null
							? 'Minutes to wait: a whole number from 1 to 1,440.'
							: undefined)
					}
					hint={WITHOUT_EDITOR[draft.withoutEditor].hint}
				>
					{(tied) => (
						<div className="flex gap-2">
							<Select
								{...tied}
								value={draft.withoutEditor}
								onChange={(event) =>
									set({ withoutEditor: event.target.value as AutomationDraft['withoutEditor'] })
								}
							>
								{Object.entries(WITHOUT_EDITOR).map(([value, { label }]) => (
									<option key={value} value={value}>
										{label}
									</option>
								))}
							</Select>
							{draft.withoutEditor === 'wait' && (
								<TextField
									aria-label="Minutes to wait"
									aria-invalid={minutesOf(draft.waitMinutes) === null}
									inputMode="numeric"
									className="tabular !w-24"
									value={draft.waitMinutes}
									onChange={(event) => set({ waitMinutes: event.target.value })}
								/>
							)}
						</div>
					)}
				</Field>
				<Field
					label="Conversation"
					issue={issues.conversation}
					hint={CONVERSATIONS[draft.conversation].hint}
				>
					{(tied) => (
						<Select
							{...tied}
							value={draft.conversation}
							onChange={(event) =>
								set({ conversation: event.target.value as AutomationDraft['conversation'] })
							}
						>
							{Object.entries(CONVERSATIONS).map(([value, { label }]) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</Select>
					)}
				</Field>
			</div>
			<Field
				label="Model"
				issue={issues.model}
				hint="As “provider/model”, such as anthropic/claude-sonnet-5. Empty means the server’s default."
			>
				{(tied) => (
					<TextField
						{...tied}
						value={draft.model}
						maxLength={200}
						placeholder={health && `${health.model.provider}/${health.model.id}`}
						spellCheck={false}
						autoCapitalize="none"
						onChange={(event) => set({ model: event.target.value })}
					/>
				)}
			</Field>
			<fieldset>
				<legend className="mb-2 text-line font-medium">Limits of each run</legend>
				<LimitFields
					texts={draft.limits}
					wanted={budgetOf(draft.limits)}
					fallback={{ ...DEFAULT_BUDGET, ...budget }}
					onChange={(limits) => set({ limits })}
				/>
			</fieldset>
			{props.error}
			<div className="flex items-center justify-end gap-3">
				<p role="status" className="text-line text-muted">
					{props.status}
				</p>
				<Button type="submit" look="primary" disabled={props.disabled || bodyOf(draft) === null}>
					{props.submit}
				</Button>
			</div>
		</form>
	)
}
