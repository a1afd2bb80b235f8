/** Before an account is deleted: what goes with it, and the name to be typed. Loaded when it is opened. */
import { DeletionPlan } from '@fairlead/protocol/people/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { toApiError } from '../../../data/api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Note, Skeleton } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toasts } from '../../../ui/overlays/toasts.ts'

const conversations = (n: number): string => (n === 1 ? '1 conversation' : `${n} conversations`)

function Projects(props: { title: string; list: DeletionPlan['deletes'] }) {
	if (props.list.length === 0) return null
	return (
		<div className="mt-3">
			<p className="text-line font-medium">{props.title}</p>
			<ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5 text-line text-muted">
				{props.list.map((project) => (
					<li key={project.id} className="wrap-anywhere">
						{project.name} ({conversations(project.conversations)})
					</li>
				))}
			</ul>
		</div>
	)
}

export default function DeleteAccount(props: { name: string; onClose: () => void }) {
	const id = useId()
	const client = useQueryClient()
	const navigate = useNavigate()
	const [typed, setTyped] = useState('')
	const plan = useQuery({
		queryKey: ['account', 'deletion'],
		queryFn: ({ signal }) => api(DeletionPlan, '/api/account/deletion', { signal }),
		staleTime: 0,
	})
	const leave = (to: string) => {
		client.clear()
		navigate(to)
	}
	const remove = useMutation({
		mutationFn: () => apiDone('/api/account', { method: 'DELETE', body: { name: typed } }),
		onSuccess: () => {
			leave('/sign-in')
			toasts.add({ title: 'Your account is deleted, and you are signed out everywhere.' })
		},
	})
	const signInAgain = useMutation({
		mutationFn: () => apiDone('/api/auth/sign-out', { method: 'POST' }),
		onSuccess: () => leave(`/sign-in?to=${encodeURIComponent('/settings#your-data')}`),
	})
	const stale = remove.error && toApiError(remove.error).code === 'fresh_sign_in_needed'
	const blocked = plan.data && plan.data.blocked.length > 0
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Delete your account?"
			description="You are signed out everywhere at once, and cannot come back. This cannot be undone."
		>
			{plan.isPending && <Skeleton rows={3} className="mt-3" />}
			{plan.error && (
				<ErrorNote error={plan.error} onRetry={() => void plan.refetch()} className="mt-3" />
			)}
			{plan.data && (
				<>
					<Projects title="Deleted with everything in them" list={plan.data.deletes} />
					<Projects title="You leave" list={plan.data.leaves} />
					{plan.data.leaves.length > 0 && (
						<p className="mt-1 text-line text-muted">
							Your messages stay there, without your name.
						</p>
					)}
					{blocked && (
						<Note level="warning" title="Some projects need another owner first" className="mt-3">
							You are the only owner of {plan.data.blocked.map(({ name }) => name).join(', ')}. Make
							another member an owner, or delete the project.
						</Note>
					)}
				</>
			)}
			<form
				className="mt-4"
				onSubmit={(event) => {
					event.preventDefault()
					if (typed.trim() === props.name.trim()) remove.mutate()
				}}
			>
				<label htmlFor={id} className="text-line font-medium">
					To confirm, type “{props.name}”
				</label>
				<TextField
					id={id}
					className="mt-1"
					value={typed}
					autoComplete="off"
					spellCheck={false}
					onChange={(event) => setTyped(event.target.value)}
				/>
				{remove.error && <ErrorNote error={remove.error} className="mt-3" />}
				<div className="mt-5 flex flex-wrap justify-end gap-2">
					<Button look="quiet" onClick={props.onClose}>
						Keep account
					</Button>
					{stale ? (
						<Button disabled={signInAgain.isPending} onClick={() => signInAgain.mutate()}>
							Sign in again
						</Button>
					) : (
						<Button
							type="submit"
							look="danger"
							disabled={
								remove.isPending || !plan.data || blocked || typed.trim() !== props.name.trim()
							}
						>
							Delete account
						</Button>
					)}
				</div>
			</form>
		</Dialog>
	)
}
