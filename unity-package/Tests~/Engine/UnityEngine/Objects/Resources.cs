using System.Linq;

namespace UnityEngine
{
    public sealed partial class Resources
    {
        /// <summary>Everything in memory, whatever scene or file it is of.</summary>
        public static T[] FindObjectsOfTypeAll<T>() where T : Object => ObjectTable.All.OfType<T>().Where(obj => obj.IsAlive).ToArray();

        /// <summary>Loads a resource that ships with the editor, e.g. "Cube.fbx".</summary>
        public static T GetBuiltinResource<T>(string path) where T : Object => (T)GetBuiltinResource(typeof(T), path);

        public static Object GetBuiltinResource(System.Type type, string path)
        {
            var dot = path.LastIndexOf('.');
            return BuiltinResources.Find(type, dot < 0 ? path : path.Substring(0, dot));
        }
    }
}
