import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { TOAST_MS, toasts } from './toasts.ts'

/** Shows short messages. A chunk of its own: no page needs it for its first paint. */
export default function ToastArea() {
	return (
		<Toast.Provider toastManager={toasts} timeout={TOAST_MS}>
			<Toast.Portal>
				<Toast.Viewport className="fixed bottom-32 left-1/2 z-60 flex w-[min(420px,calc(100vw-24px))] -translate-x-1/2 flex-col gap-2 max-md:bottom-44">
					<ToastList />
				</Toast.Viewport>
			</Toast.Portal>
		</Toast.Provider>
	)
}

function ToastList() {
	const { toasts: shown } = Toast.useToastManager()
	return shown.map((toast) => (
		<Toast.Root
			key={toast.id}
			toast={toast}
			className="rounded-lg border border-edge bg-surface shadow-pop transition-opacity duration-150 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0"
		>
			<Toast.Content className="flex items-center gap-3 py-2 pl-4 pr-2">
				<div className="min-w-0 flex-1 py-1">
					<Toast.Title className="text-line font-medium" />
					<Toast.Description className="text-line text-muted" />
				</div>
				<Toast.Action className="rounded-md px-2.5 py-1.5 text-line font-medium hover:bg-hover" />
				<Toast.Close
					render={
						<IconButton label="Dismiss">
							<X />
						</IconButton>
					}
				/>
			</Toast.Content>
		</Toast.Root>
	))
}
