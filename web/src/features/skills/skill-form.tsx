/** The form for a skill, typed or read from a `SKILL.md`. */
import {
	AccountSkill,
	SKILL,
	SkillDescription,
	SkillInstructions,
	SkillName,
} from '@fairlead/protocol/projects/skills'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { Field, TextArea } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { FromBefore, useKeptEdits } from '../../ui/form/use-kept-edits.tsx'
import { readSkillFile } from './skill-file.ts'

const NOTHING = { name: '', description: '', instructions: '' }
const RULES = {
	name: SkillName,
	description: SkillDescription,
	instructions: SkillInstructions,
} as const
type Entry = keyof typeof RULES

export function SkillForm(props: {
	/** The skill to change; null: a new one. */
	skill: AccountSkill | null
	onStored: (skill: AccountSkill) => Promise<unknown>
	onClose: () => void
}) {
	const { skill, onStored, onClose } = props
	const { name, description, instructions } = skill ?? NOTHING
	const saved: Readonly<Record<Entry, string>> = { name, description, instructions }
	const { typed, type, fromBefore, begin } = useKeptEdits(`skill.${name}`, saved)
	const [broken, setBroken] = useState<string | null>(null)
	const file = useRef<HTMLInputElement>(null)
	const put = useMutation({
		mutationFn: () => {
			const { description, instructions } = typed
			const body = { description, instructions }
			return api(AccountSkill, `/api/skills/${typed.name.trim()}`, { method: 'PUT', body })
		},
		onSuccess: (stored) => {
			begin(typed)
			return onStored(stored)
		},
	})
	const cancel = () => {
		begin(saved)
		onClose()
	}
	const issueAt = (entry: Entry): string | undefined => {
		if (typed[entry] === '') return undefined
		return RULES[entry].safeParse(typed[entry].trim()).error?.issues[0]?.message
	}
	const ready = (Object.keys(RULES) as Entry[]).every(
		(entry) => RULES[entry].safeParse(typed[entry].trim()).success,
	)
	const bound = (entry: Entry) => ({
		value: typed[entry],
		readOnly: put.isPending || (entry === 'name' && skill !== null),
		onChange: (event: { target: { value: string } }) =>
			type({ ...typed, [entry]: event.target.value }),
	})
	const take = async (chosen: File) => {
		const read = await readSkillFile(chosen).catch(() => ({
			broken: `${chosen.name} could not be read.`,
		}))
		setBroken('broken' in read ? read.broken : null)
		if ('broken' in read) return
		const { name, description, instructions } = read
		type({ name: skill?.name ?? name, description, instructions })
	}
	return (
		<form
			className="flex flex-col gap-4 border-edge p-4 not-first:border-t"
			aria-label={skill ? `Edit the skill ${skill.name}` : 'Add a skill'}
			onSubmit={(event) => {
				event.preventDefault()
				if (ready && !put.isPending) put.mutate()
			}}
		>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="text-line text-muted">Fill in the form, or take the text of a SKILL.md.</p>
				<input
					ref={file}
					type="file"
					accept=".md,text/markdown"
					aria-label="SKILL.md"
					className="hidden"
					onChange={(event) => {
						const [chosen] = event.target.files ?? []
						if (chosen) void take(chosen)
						event.target.value = ''
					}}
				/>
				<Button onClick={() => file.current?.click()}>Choose SKILL.md</Button>
			</div>
			<FromBefore shown={fromBefore} onDiscard={() => begin(saved)} />
			{broken !== null && <Note level="error" title={broken} />}
			<Field label="Name" hint="Such as level-design" issue={issueAt('name')}>
				{(tied) => (
					<TextField
						{...tied}
						{...bound('name')}
						maxLength={64}
						autoCapitalize="none"
						spellCheck={false}
					/>
				)}
			</Field>
			<Field
				label="Description"
				hint="Its purpose, and when to use it. The agent chooses by this."
				issue={issueAt('description')}
			>
				{(tied) => (
					<TextArea
						{...tied}
						{...bound('description')}
						dir="auto"
						maxLength={SKILL.descriptionChars}
					/>
				)}
			</Field>
			<Field
				label="Instructions"
				hint="Markdown. The agent reads this when it loads the skill."
				issue={issueAt('instructions')}
			>
				{(tied) => (
					<TextArea
						{...tied}
						{...bound('instructions')}
						dir="auto"
						className="min-h-40 font-mono"
					/>
				)}
			</Field>
			{put.error && <ErrorNote error={put.error} />}
			<div className="flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={cancel}>
					Cancel
				</Button>
				<Button type="submit" disabled={put.isPending || !ready}>
					{put.isPending ? 'Storing…' : 'Store skill'}
				</Button>
			</div>
		</form>
	)
}
