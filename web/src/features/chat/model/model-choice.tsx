/** The model of a conversation and its effort, and the way to others. Loaded after the conversation is shown. */
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { Model } from '@fairlead/protocol/models/models'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../data/api/client.ts'
import { modelsQuery } from '../../../data/api/models.ts'
import { conversationQuery } from '../../../data/api/queries.ts'
import { toastError } from '../../../data/api/toast-error.ts'
import { type ModelAndEffort, nextModels } from '../../../data/conversations/conversations.ts'
import { EFFORT_WORDS } from '../../../data/limits/effort-words.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart, THIS_DIALOG } from '../../../ui/loading/lazy-part.tsx'
import { effortsOf, titleOf } from './words.ts'

const ModelPicker = lazyPart(() => import('./model-picker.tsx'), THIS_DIALOG)

const DEFAULTS: ModelAndEffort = { model: null, effort: null }

export default function ModelChoice(props: {
	/** `new:…`: of a conversation that does not exist yet. */
	conversationId: string
	/** A run is active: it keeps its model. */
	live: boolean
}) {
	const { conversationId: id } = props
	const isNew = id.startsWith('new:')
	const projectId = id.slice('new:'.length)
	const client = useQueryClient()
	const models = useQuery(modelsQuery).data
	const conversation = useQuery({ ...conversationQuery(id), enabled: !isNew }).data
	const [next, setNext] = useState(nextModels.get(projectId) ?? DEFAULTS)
	const [open, setOpen] = useState(false)
	const change = useMutation({
		mutationFn: (body: Partial<ModelAndEffort>) =>
			api(Conversation, `/api/conversations/${id}`, { method: 'PATCH', body }),
		onSuccess: (changed) => client.setQueryData(conversationQuery(id).queryKey, changed),
		onError: toastError,
	})
	if (!models) return null
	const { model: asked = null, effort: level = null } = conversation ?? {}
	const stored = { model: asked, effort: level }
	const { model: name, effort } = isNew
		? next
		: { ...stored, ...(change.isPending ? change.variables : {}) }
	const model = models.find((one) => (name === null ? one.isDefault : one.name === name))
	const choose = (wanted: Partial<ModelAndEffort>) => {
		if (!isNew) return change.mutate(wanted)
		const chosen = { ...next, ...wanted }
		setNext(chosen)
		nextModels.set(projectId, chosen)
	}
	const chooseModel = (chosen: Model) => {
		setOpen(false)
		// The default stays the default when the server gets another one.
		choose({ model: chosen.isDefault ? null : chosen.name })
	}
	const title = model ? titleOf(model) : (name ?? '')
	const isTaken = effort !== null && (!model || effortsOf(model).includes(effort))
	const shownEffort = isTaken ? EFFORT_WORDS[effort].toLowerCase() : null
	return (
		<>
			<button
				type="button"
				aria-label={`Model: ${title}${shownEffort ? `, effort ${shownEffort}` : ''}`}
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
				className={buttonClass(
					'quiet',
					cx('!gap-1 !px-2 text-line min-w-0', props.live && 'max-md:hidden'),
				)}
			>
				<span className="max-w-44 truncate max-md:max-w-28">{title}</span>
				{shownEffort && <span className="text-muted max-md:hidden">{shownEffort}</span>}
				<ChevronDown className="!size-3.5" />
			</button>
			{open && (
				<ModelPicker
					models={models}
					chosen={model?.name ?? name}
					effort={effort}
					live={props.live}
					onChoose={chooseModel}
					onEffort={(level) => choose({ effort: level })}
					onClose={() => setOpen(false)}
				/>
			)}
		</>
	)
}
