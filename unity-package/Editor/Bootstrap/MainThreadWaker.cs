#nullable enable
using System;
using System.Reflection;
using System.Runtime.InteropServices;
using UnityEditor;

namespace Fairlead.Editor.Bootstrap
{
    /// <summary>
    /// Makes Unity's main loop tick from another thread, also while the editor has no focus or is
    /// minimised, without stealing the focus. To be called only while work is pending.
    /// </summary>
    internal static class MainThreadWaker
    {
        /// <summary>
        /// EditorApplication.SignalTick: internal, thread-safe, in 6000.0 to 6000.7. A version without it is woken by a message on
        /// Windows; elsewhere calls wait for Unity's own ticks, which come a few times a second without focus.
        /// </summary>
        private const string Member = "SignalTick";

        /// <summary>Never throws. To be made on the main thread; called on any.</summary>
        internal static Action Find() =>
            Find(typeof(EditorApplication), RuntimeInformation.IsOSPlatform(OSPlatform.Windows), ThreadMessages.Real);

        /// <param name="editor">Where the member is looked for.</param>
        /// <param name="isWindows">Whether there are messages.</param>
        /// <param name="messages">Those of Windows.</param>
        internal static Action Find(Type editor, bool isWindows, ThreadMessages messages)
        {
            var method = editor.GetMethod(Member, BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public, null, Type.EmptyTypes,
                null);
            if (method != null && method.ReturnType == typeof(void)) return (Action)Delegate.CreateDelegate(typeof(Action), method);
            return isWindows ? ByMessage(messages) : () => { };
        }

        /// <summary>
        /// Unity's loop on Windows waits for messages: one that means nothing ends the wait, as a timer's would, and needs no callback
        /// that would outlive the domain.
        /// </summary>
        private static Action ByMessage(ThreadMessages messages)
        {
            try
            {
                var thread = messages.CurrentThread();
                var works = true;
                return () =>
                {
                    // A queue that does not take it will not take the next one either.
                    if (works) works = messages.Post(thread);
                };
            }
            catch (Exception e) when (e is DllNotFoundException || e is EntryPointNotFoundException)
            {
                return () => { };
            }
        }
    }

    /// <summary>Messages to a thread's queue.</summary>
    internal sealed class ThreadMessages
    {
        /// <summary>WM_NULL: "an application ignores it".</summary>
        private const uint NoMessage = 0;

        internal ThreadMessages(Func<uint> currentThread, Func<uint, bool> post)
        {
            CurrentThread = currentThread;
            Post = post;
        }

        /// <summary>Those of Windows.</summary>
        internal static ThreadMessages Real { get; } =
            new ThreadMessages(GetCurrentThreadId, thread => PostThreadMessage(thread, NoMessage, IntPtr.Zero, IntPtr.Zero));

        /// <summary>The system's id of the thread that asks.</summary>
        internal Func<uint> CurrentThread { get; }

        /// <summary>A message that means nothing, to this thread; false: it has no queue.</summary>
        internal Func<uint, bool> Post { get; }

        [DllImport("kernel32.dll")]
        private static extern uint GetCurrentThreadId();

        [DllImport("user32.dll", EntryPoint = "PostThreadMessageW")]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static extern bool PostThreadMessage(uint thread, uint message, IntPtr wide, IntPtr additional);
    }
}
