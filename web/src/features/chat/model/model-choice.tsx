/** The model of a conversation, and the way to another. Loaded after the conversation is shown. */
import { Conversation } from '@fairlead/protocol/http'
import type { Model } from '@fairlead/protocol/models'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../data/api/client.ts'
import { modelsQuery } from '../../../data/api/models.ts'
import { conversationQuery } from '../../../data/api/queries.ts'
import { toastError } from '../../../data/api/toast-error.ts'
import { nextModels } from '../../../data/conversations.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { titleOf } from './words.ts'

const ModelPicker = lazy(() => import('./model-picker.tsx'))

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
	const [next, setNext] = useState(nextModels.get(projectId) ?? null)
	const [open, setOpen] = useState(false)
	const change = useMutation({
		mutationFn: (model: string | null) =>
			api(Conversation, `/api/conversations/${id}`, { method: 'PATCH', body: { model } }),
		onSuccess: (changed) => client.setQueryData(conversationQuery(id).queryKey, changed),
		onError: toastError,
	})
	if (!models) return null
	const asked = change.isPending ? change.variables : (conversation?.model ?? null)
	const name = isNew ? next : asked
	const model = models.find((one) => (name === null ? one.isDefault : one.name === name))
	const choose = (chosen: Model) => {
		setOpen(false)
		// The default stays the default when the server gets another one.
		const wanted = chosen.isDefault ? null : chosen.name
		if (!isNew) return change.mutate(wanted)
		setNext(wanted)
		if (wanted === null) nextModels.delete(projectId)
		else nextModels.set(projectId, wanted)
	}
	const title = model ? titleOf(model) : (name ?? '')
	return (
		<>
			<button
				type="button"
				aria-label={`Model: ${title}`}
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
				className={buttonClass(
					'quiet',
					cx('!gap-1 !px-2 text-line min-w-0', props.live && 'max-md:hidden'),
				)}
			>
				<span className="max-w-44 truncate max-md:max-w-28">{title}</span>
				<ChevronDown className="!size-3.5" />
			</button>
			{open && (
				<Suspense fallback={null}>
					<ModelPicker
						models={models}
						chosen={model?.name ?? name}
						live={props.live}
						onChoose={choose}
						onClose={() => setOpen(false)}
					/>
				</Suspense>
			)}
		</>
	)
}
