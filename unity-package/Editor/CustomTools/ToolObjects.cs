#nullable enable
using System;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor
{
    /// <summary>Unity's objects as arguments and results of tools of this project.</summary>
    internal static class ToolObjects
    {
        /// <summary>An object of this type by id, path in the scene, asset path, GUID, or GlobalObjectId.</summary>
        /// <exception cref="ToolFault">There is none in the scenes.</exception>
        /// <exception cref="FormatException">There is no such asset, or it is of another type.</exception>
        internal static Object Find(string reference, Type type)
        {
            try
            {
                return ReferenceValues.Read(reference, type, null)!;
            }
            catch (ValueMismatch mismatch)
            {
                if (mismatch.InnerException is ToolFault fault) throw fault;
                throw new FormatException(mismatch.Message.TrimEnd('.'));
            }
        }

        /// <summary>How the agent may name an object of this type.</summary>
        internal static string Ways(Type type) =>
            type == typeof(GameObject) || typeof(Component).IsAssignableFrom(type)
                ? $"a {type.Name}: id or path in the scene, or asset path of a prefab"
                : type == typeof(Object)
                    ? "an object: id or path in the scene, asset path or GUID"
                    : $"a {type.Name}: asset path (Assets/…), GUID, or id";

        /// <summary>Enough to continue with.</summary>
        internal static JObject ToJson(Object obj)
        {
            if (obj == null) return new JObject { ["destroyed"] = true };
            var json = new JObject { ["instanceId"] = ObjectIds.Of(obj), ["name"] = obj.name, ["type"] = obj.GetType().Name };
            var inScene = ObjectFinder.GameObjectOf(obj);
            if (EditorUtility.IsPersistent(obj)) json["assetPath"] = AssetDatabase.GetAssetPath(obj);
            else if (inScene != null) json["path"] = ScenePaths.Of(inScene);
            return json;
        }
    }
}
