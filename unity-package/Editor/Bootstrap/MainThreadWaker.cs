#nullable enable
using System;
using System.Reflection;
using UnityEditor;

namespace Fairlead.Editor
{
    /// <summary>
    /// Makes Unity's main loop tick from another thread, also while the editor has no focus or is
    /// minimised, without stealing the focus.
    /// </summary>
    internal static class MainThreadWaker
    {
        /// <summary>
        /// EditorApplication.SignalTick: internal, thread-safe, in 6000.0 to 6000.7. Where a version lacks
        /// it the calls wait for Unity's own ticks, which come a few times a second without focus.
        /// </summary>
        private const string Member = "SignalTick";

        /// <summary>Does nothing where Unity has no such member. To be made on the main thread; called on any.</summary>
        internal static Action Find()
        {
            var method = typeof(EditorApplication).GetMethod(
                Member, BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public, null, Type.EmptyTypes, null);
            return method == null ? () => { } : (Action)Delegate.CreateDelegate(typeof(Action), method);
        }
    }
}
