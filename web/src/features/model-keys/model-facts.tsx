/** A person's own facts about models: a list of them, changing them, and going back to the listed ones. */
import {
	MAX_OWN_FACTS,
	ModelWithOwnFacts,
	type OwnFacts,
	OwnFactsList,
} from '@fairlead/protocol/models/model-facts'
import type { Model } from '@fairlead/protocol/models/models'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { modelsQuery } from '../../data/api/models.ts'
import { toastError } from '../../data/api/toast-error.ts'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { TOAST_MS, toasts } from '../../ui/overlays/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import type { FormModel } from './facts-form.tsx'
import { inWords } from './facts-texts.ts'

const FactsForm = lazyPart(() => import('./facts-form.tsx'), { what: 'The form', className: 'm-3' })

const QUERY = ['model-facts']
const PATH = '/api/models/facts'
/** In the address: the model whose form is open. */
const OPEN = 'model'

export function ModelFacts() {
	const client = useQueryClient()
	const list = useQuery({
		queryKey: QUERY,
		queryFn: async ({ signal }) => (await api(OwnFactsList, PATH, { signal })).models,
	})
	const known = useQuery(modelsQuery).data ?? []
	const [query, setQuery] = useAddressQuery()
	const open = query.get(OPEN)
	const [choosing, setChoosing] = useState(false)
	const shown = useRef<string | null>(null)
	const changed = () =>
		Promise.all([QUERY, ['models']].map((queryKey) => client.invalidateQueries({ queryKey })))
	const show = (name: string | null) => {
		setChoosing(false)
		setQuery(name === null ? {} : { [OPEN]: name }, { replace: true })
	}
	const reset = async ({ name, title, own }: ModelWithOwnFacts) => {
		try {
			await apiDone(`${PATH}?name=${encodeURIComponent(name)}`, { method: 'DELETE' })
		} catch (error) {
			return toastError(error)
		} finally {
			void changed()
		}
		const id = toasts.add({
			title: `${title} has the listed values.`,
			timeout: TOAST_MS,
			actionProps: {
				children: 'Undo',
				onClick: () => {
					toasts.close(id)
					void api(ModelWithOwnFacts, PATH, { method: 'PUT', body: { name, own } })
						.catch(toastError)
						.finally(changed)
				},
			},
		})
	}
	const models = list.data ?? []
	const opened = open === null ? undefined : formModel(open, models, known)
	const form = opened && (
		<div
			key={opened.name}
			ref={(element) => {
				// A link leads here from a conversation: once, not with each draw.
				if (!element || shown.current === opened.name) return
				shown.current = opened.name
				element.scrollIntoView({ block: 'center' })
			}}
		>
			<FactsForm
				until={<Skeleton rows={4} className="p-4" />}
				model={opened}
				onStored={async ({ title }) => {
					await changed()
					toasts.add({ title: `Your values of ${title} are stored.` })
					show(null)
				}}
				onClose={() => show(null)}
			/>
		</div>
	)
	const isNew = opened && !models.some(({ name }) => name === opened.name)
	return (
		<Section
			id="model-values"
			title="Model prices and limits"
			hint="Your own values, for a model of your own server or a price that you have agreed on. They count in runs that your own key or model server pays for; on the server’s key, the listed values do."
		>
			{list.isPending && <Skeleton rows={1} className="p-4" />}
			{list.error && !list.data && (
				<ErrorNote error={list.error} onRetry={() => void list.refetch()} className="m-3" />
			)}
			{models.length > 0 && (
				<Rows label="Models with your own values">
					{models.map((one) => (
						<li key={one.name}>
							<Row
								title={one.title}
								detail={<About model={one} />}
								action={
									<div className="flex flex-wrap justify-end gap-2">
										<Button
											aria-label={`Edit the values of ${one.title}`}
											disabled={open === one.name}
											onClick={() => show(one.name)}
										>
											Edit
										</Button>
										<Button
											aria-label={`Use the listed values of ${one.title}`}
											onClick={() => void reset(one)}
										>
											Use the listed values
										</Button>
									</div>
								}
							/>
							{opened?.name === one.name && form}
						</li>
					))}
				</Rows>
			)}
			{list.data && isNew && (
				<>
					<h3 className="border-edge px-4 pt-4 font-medium wrap-anywhere not-first:border-t">
						{opened.title}
					</h3>
					{form}
				</>
			)}
			{list.data && choosing && (
				<ChooseModel known={known} onChoose={show} onClose={() => setChoosing(false)} />
			)}
			{list.data && !isNew && !choosing && models.length < MAX_OWN_FACTS && (
				<div className="flex flex-wrap items-center justify-between gap-3 border-edge p-4 not-first:border-t">
					<p className="text-line text-muted">{models.length === 0 && 'None yet.'}</p>
					<Button onClick={() => setChoosing(true)}>Set values of a model</Button>
				</div>
			)}
		</Section>
	)
}

function formModel(
	name: string,
	own: readonly ModelWithOwnFacts[],
	known: readonly Model[],
): FormModel {
	const listed = known.find((model) => model.name === name)
	return (
		own.find((model) => model.name === name) ?? {
			name,
			title: listed?.title ?? name,
			own: {} satisfies OwnFacts,
			listed,
		}
	)
}

function About({ model: { name, own, counts } }: { model: ModelWithOwnFacts }) {
	return (
		<>
			<span className="font-mono text-cap wrap-anywhere">{name}</span>
			<br />
			<span className="tabular">{inWords(own)}</span>
			{!counts && (
				<>
					<br />
					Not in use: no key or model server of yours pays for it.
				</>
			)}
		</>
	)
}

function ChooseModel(props: {
	known: readonly Model[]
	onChoose: (name: string) => void
	onClose: () => void
}) {
	const [typed, setTyped] = useState('')
	const name = typed.trim()
	const isName = /^[^/\s]+\/\S+$/.test(name)
	return (
		<form
			aria-label="Choose a model"
			className="flex flex-col gap-4 border-edge p-4 not-first:border-t"
			onSubmit={(event) => {
				event.preventDefault()
				if (isName) props.onChoose(name)
			}}
		>
			<Field
				label="Model"
				hint="Its name, as provider/model. Models of your own server begin with @."
				issue={/[\s]/.test(name) ? 'Use the form provider/model, without spaces.' : undefined}
			>
				{(tied) => (
					<>
						<TextField
							{...tied}
							list={`${tied.id}-known`}
							value={typed}
							onChange={(event) => setTyped(event.target.value)}
							maxLength={200}
							autoCapitalize="none"
							autoComplete="off"
							spellCheck={false}
							placeholder="@home/qwen3:8b"
						/>
						<datalist id={`${tied.id}-known`}>
							{props.known
								.filter(({ provider }) => provider !== 'demo')
								.map((model) => (
									<option key={model.name} value={model.name}>
										{model.title}
									</option>
								))}
						</datalist>
					</>
				)}
			</Field>
			<div className="flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={props.onClose}>
					Cancel
				</Button>
				<Button type="submit" disabled={!isName}>
					Next
				</Button>
			</div>
		</form>
	)
}
