#nullable enable
using System;
using Fairlead.Core;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor
{
    /// <summary>Unity's objects as arguments and results of tools of this project.</summary>
    internal static class ToolObjects
    {
        /// <summary>An object of this type by id or path in the scene.</summary>
        /// <exception cref="ToolFault">There is none.</exception>
        /// <exception cref="FormatException">It is of another type.</exception>
        internal static Object Find(string reference, Type type)
        {
            var byId = ObjectIds.LooksLikeId(reference) ? ObjectIds.Find(reference) : null;
            if (byId != null && type.IsInstanceOfType(byId)) return byId;
            var obj = ObjectFinder.Need(reference);
            if (type.IsInstanceOfType(obj)) return obj;
            if (!typeof(Component).IsAssignableFrom(type)) throw new FormatException($"a {type.Name} is expected, not an object of the scene");
            var component = obj.GetComponent(type);
            return component != null ? component : throw new FormatException($"\"{obj.name}\" has no {type.Name}");
        }

        /// <summary>Enough to go on with.</summary>
        internal static JObject ToJson(Object obj)
        {
            if (obj == null) return new JObject { ["destroyed"] = true };
            var json = new JObject { ["instanceId"] = ObjectIds.Of(obj), ["name"] = obj.name, ["type"] = obj.GetType().Name };
            var inScene = ObjectFinder.GameObjectOf(obj);
            if (inScene != null) json["path"] = ScenePaths.Of(inScene);
            return json;
        }
    }
}
