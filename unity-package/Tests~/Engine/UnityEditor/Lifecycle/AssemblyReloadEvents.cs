#nullable enable
namespace UnityEditor
{
    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();

        public static event AssemblyReloadCallback? beforeAssemblyReload;

        public static event AssemblyReloadCallback? afterAssemblyReload;

        internal static void RaiseBefore()
        {
            if (beforeAssemblyReload == null) return;
            foreach (var call in beforeAssemblyReload.GetInvocationList())
                EditorLoop.Guarded(() => ((AssemblyReloadCallback)call)());
        }

        internal static void RaiseAfter()
        {
            if (afterAssemblyReload == null) return;
            foreach (var call in afterAssemblyReload.GetInvocationList())
                EditorLoop.Guarded(() => ((AssemblyReloadCallback)call)());
        }
    }
}
