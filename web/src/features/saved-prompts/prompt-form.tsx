/** The form for a saved prompt. */
import {
	PromptName,
	PromptText,
	SAVED_PROMPT,
	SavedPrompt,
} from '@fairlead/protocol/people/saved-prompts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { FromBefore, useKeptEdits } from '../../ui/form/use-kept-edits.tsx'

export const putPrompt = ({ id, name, text }: Pick<SavedPrompt, 'id' | 'name' | 'text'>) =>
	api(SavedPrompt, `/api/prompts/${id}`, { method: 'PUT', body: { name, text } })

const newId = (): string => `prm_${crypto.randomUUID().replaceAll('-', '')}`

export function PromptForm(props: {
	/** The prompt to change; null: a new one. */
	prompt: SavedPrompt | null
	onStored: () => Promise<unknown>
	onClose: () => void
}) {
	const { prompt, onStored, onClose } = props
	/** The same when it is sent again: one that was saved, though the answer was lost, is not saved twice. */
	const [id] = useState(() => prompt?.id ?? newId())
	const saved = { name: prompt?.name ?? '', text: prompt?.text ?? '' }
	const { typed, type, fromBefore, begin } = useKeptEdits(`prompt.${prompt?.id ?? 'new'}`, saved)
	const { name, text } = typed
	const put = useMutation({
		mutationFn: () => putPrompt({ id, name, text }),
		onSuccess: () => {
			begin(typed)
			return onStored()
		},
	})
	const cancel = () => {
		begin(saved)
		onClose()
	}
	const wrong = {
		name: PromptName.safeParse(name).error?.issues[0]?.message,
		text: PromptText.safeParse(text).error?.issues[0]?.message,
	}
	const ready = wrong.name === undefined && wrong.text === undefined
	return (
		<form
			className="flex flex-col gap-4 border-edge p-4 not-first:border-t"
			aria-label={prompt ? `Edit the prompt ${prompt.name}` : 'Add a prompt'}
			onSubmit={(event) => {
				event.preventDefault()
				if (ready && !put.isPending) put.mutate()
			}}
		>
			<FromBefore shown={fromBefore} onDiscard={() => begin(saved)} />
			<Field
				label="Name"
				hint="Such as Review the lighting"
				issue={name === '' ? undefined : wrong.name}
			>
				{(tied) => (
					<TextField
						{...tied}
						value={name}
						readOnly={put.isPending}
						maxLength={SAVED_PROMPT.nameChars}
						onChange={(event) => type({ name: event.target.value, text })}
					/>
				)}
			</Field>
			<Field
				label="Text"
				hint="It is put into the message as it stands here, and can be changed there."
				issue={text === '' ? undefined : wrong.text}
			>
				{(tied) => (
					<TextArea
						{...tied}
						dir="auto"
						value={text}
						readOnly={put.isPending}
						onChange={(event) => type({ name, text: event.target.value })}
					/>
				)}
			</Field>
			{put.error && <ErrorNote error={put.error} />}
			<div className="flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={cancel}>
					Cancel
				</Button>
				<Button type="submit" disabled={put.isPending || !ready}>
					{put.isPending ? 'Saving…' : 'Save prompt'}
				</Button>
			</div>
		</form>
	)
}
