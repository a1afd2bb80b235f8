#nullable enable
namespace UnityEditor
{
    public partial class AssetDatabase
    {
        public static bool IsAssetImportWorkerProcess() => false;

        public static void Refresh() => ScriptCompilation.RequestIfChanged();
    }
}
